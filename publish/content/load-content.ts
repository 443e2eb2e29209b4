import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import type { Content, Page } from '../../site/content.ts';
import { isGroup } from '../../site/content-walk.ts';
import { sectionKinds } from '../../site/sections/index.ts';
import { checkColors } from '../brand/check-colors.ts';
import { listFiles } from '../folders.ts';
import { checkShape } from './check-shape.ts';
import { checkCompany, checkSampleFacts } from './checks/company.ts';
import { checkPages, checkSite } from './checks/pages.ts';
import { checkReferences } from './checks/references.ts';
import { checkTexts } from './checks/texts.ts';
import {
  type CheckedContent,
  type CheckedFile,
  type CheckedFiles,
  CONTENT_FILES,
  FILES_WITH_DEFAULTS,
  isPageFile,
  PAGE_SCHEMA,
} from './content-files.ts';
import { type Finding, findingAbout, warningAt } from './finding.ts';
import { checkPhotoFiles } from './photo-file.ts';
import { checkPrivacyPage, fillInPrivacyPage } from './privacy-page.ts';
import { readYaml, type YamlFile } from './read-yaml.ts';
import { writeExample } from './write-example.ts';

const CHECKS = [
  checkTexts,
  checkCompany,
  checkSampleFacts,
  checkSite,
  checkPages,
  checkPrivacyPage,
  checkReferences,
  checkPhotoFiles,
  checkColors,
];

/**
 * Reads and checks all content. Leaves out hidden pages and sections, and unknown fields and
 * section kinds.
 *
 * @returns the content, undefined if there is an error; and findings, sorted by file, then line
 * @throws when the folder cannot be read
 */
export async function loadContent(
  contentDir: string,
): Promise<{ content: Content | undefined; findings: Finding[] }> {
  const { checked, findings: ofFiles } = await readContent(contentDir);
  const findings = [...ofFiles, ...CHECKS.flatMap((check) => [...check(checked)])].sort(
    (a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0),
  );
  if (findings.some(({ severity }) => severity === 'error')) {
    return { content: undefined, findings };
  }
  const { pages, hasEveryPage: _, files: _files, ...single } = checked;
  const values = Object.entries(single).map(([name, { value }]) => [name, value]);
  const content = Object.fromEntries(values) as Content;
  content.pages = pages
    .map(({ value }): Page => value)
    .filter(isShown)
    .map((page) => ({ ...page, sections: page.sections.filter(isShown) }))
    .map((page) => fillInPrivacyPage(page, content.site));
  return { content, findings };
}

const isShown = ({ hidden }: { hidden: boolean }) => !hidden;

async function readContent(
  contentDir: string,
): Promise<{ checked: CheckedContent; findings: Finding[] }> {
  const files = await listFiles(contentDir);
  const findings: Finding[] = [];
  const single: Record<string, CheckedFile> = {};
  for (const [name, { file, schema }] of Object.entries(CONTENT_FILES)) {
    const one = await readChecked<v.GenericSchema>(file, schema);
    if (one) single[name] = one;
  }
  const pageFiles = files.filter(isPageFile);
  const pages: CheckedContent['pages'] = [];
  for (const file of pageFiles) {
    const page = await readChecked(file, PAGE_SCHEMA);
    if (page) pages.push(page);
  }
  const hasEveryPage = pages.length === pageFiles.length;
  return { checked: { ...(single as CheckedFiles), pages, hasEveryPage, files }, findings };

  async function readChecked<Schema extends v.GenericSchema>(
    file: string,
    schema: Schema,
  ): Promise<CheckedFile<Schema> | undefined> {
    const isFound = files.includes(file);
    const hasDefaults = FILES_WITH_DEFAULTS.includes(file);
    if (!isFound && file === CONTENT_FILES.notice.file) return undefined;
    if (!isFound && !hasDefaults) {
      const message = 'Dit bestand ontbreekt; zet het terug, of maak het opnieuw.';
      findings.push(findingAbout('error', file, message, writeExample(schema)));
      return undefined;
    }
    const bytes = isFound ? await readFile(join(contentDir, file)) : Buffer.from('{}');
    const read = readYaml(file, bytes);
    if ('error' in read) {
      findings.push(read.error);
      return undefined;
    }
    const yaml = { ...read.yaml, value: read.yaml.value ?? (hasDefaults ? {} : null) };
    findings.push(...hideUnknownKinds(yaml));
    const shape = checkShape(yaml, schema);
    findings.push(...shape.findings);
    return shape.value && { yaml, schema, value: shape.value };
  }
}

/**
 * Hides sections of an unknown kind, and pages that have no others. They stay in the list, so that
 * the line numbers of later sections stay right.
 */
function hideUnknownKinds({ value, ...place }: YamlFile): Finding[] {
  if (!isGroup(value) || !Array.isArray(value.sections)) return [];
  const sections: unknown[] = value.sections;
  const findings: Finding[] = [];
  for (const [i, section] of sections.entries()) {
    if (!isGroup(section) || section.kind === undefined) continue;
    const { kind } = section;
    if (Object.hasOwn(sectionKinds, String(kind))) continue;
    const message = `Een deel van de soort '${kind}' kennen we niet en blijft weg; wel: ${Object.keys(sectionKinds).join(', ')}.`;
    findings.push(warningAt(place, ['sections', i, 'kind'], message));
    sections[i] = { kind: 'text', heading: String(kind), hidden: true };
  }
  const isShownAt = (section: unknown) => !isGroup(section) || section.hidden !== true;
  if (findings.length > 0 && !sections.some(isShownAt)) value.hidden = true;
  return findings;
}
