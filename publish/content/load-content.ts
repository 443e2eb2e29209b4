import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as v from 'valibot';
import { listFiles } from '../../runtime/find-files.ts';
import type { Content, Page } from '../../site/content/content.ts';
import { isGroup } from '../../site/schema/content-walk.ts';
import { sectionKinds } from '../../site/sections/section-kinds.ts';
import { checkShape } from './check-shape.ts';
import { checkColors } from './checks/colors.ts';
import { checkCompany, checkSampleFacts } from './checks/company.ts';
import { checkOpeningHours, checkPages, checkSite } from './checks/pages.ts';
import { checkPlaceholderTexts } from './checks/placeholder-texts.ts';
import { checkReferences } from './checks/references.ts';
import { checkTexts } from './checks/texts.ts';
import {
  type CheckedContent,
  type CheckedFile,
  type CheckedFiles,
  CONTENT_FILES,
  isPageFile,
  PAGE_SCHEMA,
  type ReadableFile,
} from './content-files.ts';
import { type Finding, findingAbout, warningAt } from './finding.ts';
import { checkPhotoFiles } from './photo-file.ts';
import { checkPrivacyPage, fillInPrivacyPage, statesBookedRetention } from './privacy-page.ts';
import { readYaml, type YamlFile } from './read-yaml.ts';
import { writeExample } from './write-example.ts';

const CHECKS = [
  checkTexts,
  checkPlaceholderTexts,
  checkCompany,
  checkSampleFacts,
  checkSite,
  checkPages,
  checkOpeningHours,
  checkPrivacyPage,
  checkReferences,
  checkPhotoFiles,
  checkColors,
];

/** These files may be missing. */
const OPTIONAL_FILES: string[] = [CONTENT_FILES.notice.file, CONTENT_FILES.fullDays.file];

/** These files may be missing or empty, because every text in them has a default. */
const FILES_WITH_DEFAULTS: string[] = [CONTENT_FILES.messages.file, CONTENT_FILES.mails.file];

/**
 * Reads and checks all content. Leaves out hidden pages and sections, and fields and kinds that
 * this version does not know.
 *
 * @returns the content, undefined if there is an error; the valid files; and findings, sorted by
 *   file, then line
 */
export async function loadContent(
  contentDir: string,
): Promise<{ content: Content | undefined; checked: CheckedContent; findings: Finding[] }> {
  const { checked, findings } = await readContent(contentDir);
  for (const check of CHECKS) findings.push(...check(checked));
  findings.sort((a, b) => {
    const byLine = (a.line ?? 0) - (b.line ?? 0);
    return a.file.localeCompare(b.file) || byLine;
  });
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  return { content: hasErrors ? undefined : contentOf(checked), checked, findings };
}

/** @param checked must have all required files */
function contentOf(checked: CheckedContent): Content {
  const names = Object.keys(CONTENT_FILES) as (keyof CheckedFiles)[];
  const values = names.map((name) => [name, checked[name]?.value]);
  const content = Object.fromEntries(values) as Content;
  content.pages = [];
  for (const { value } of checked.pages) {
    if (value.hidden) continue;
    const sections = value.sections.filter(({ hidden }) => !hidden);
    const page: Page = { ...value, sections };
    if (statesBookedRetention(page, content.site)) content.statesBookedRetention = true;
    content.pages.push(fillInPrivacyPage(page, content.site));
  }
  return content;
}

async function readContent(
  contentDir: string,
): Promise<{ checked: CheckedContent; findings: Finding[] }> {
  // macOS decomposes accented letters in file names (NFD).
  const namesOnDisk = await listFiles(contentDir);
  const onDisk = new Map(namesOnDisk.map((name) => [name.normalize('NFC'), name]));
  const files = [...onDisk.keys()];
  const findings: Finding[] = [];
  const byName: Record<string, CheckedFile> = {};
  const readable: ReadableFile[] = [];
  for (const [name, { file, schema }] of Object.entries(CONTENT_FILES)) {
    const read = await readChecked<v.GenericSchema>(file, schema);
    if (read) byName[name] = read;
  }
  const pageFiles = files.filter(isPageFile);
  const pages: CheckedContent['pages'] = [];
  for (const file of pageFiles) {
    const page = await readChecked(file, PAGE_SCHEMA);
    if (page) pages.push(page);
  }
  const hasEveryPage = pages.length === pageFiles.length;
  const valid = [...Object.values(byName), ...pages];
  const checked = { ...(byName as CheckedFiles), pages, hasEveryPage, valid, readable, files };
  return { checked, findings };

  async function readChecked<Schema extends v.GenericSchema>(
    file: string,
    schema: Schema,
  ): Promise<CheckedFile<Schema> | undefined> {
    const hasDefaults = FILES_WITH_DEFAULTS.includes(file);
    let bytes: Uint8Array = Buffer.from('{}');
    const name = onDisk.get(file);
    if (name !== undefined) {
      bytes = await readFile(join(contentDir, name));
    } else if (OPTIONAL_FILES.includes(file)) {
      return undefined;
    } else if (!hasDefaults) {
      const message = 'Dit bestand ontbreekt; zet het terug, of maak het opnieuw.';
      findings.push(findingAbout('error', file, message, writeExample(schema)));
      return undefined;
    }
    const read = readYaml(file, bytes);
    if ('error' in read) {
      findings.push(read.error);
      return undefined;
    }
    const value = composeLetters(read.yaml.value);
    const yaml = { ...read.yaml, value: value ?? (hasDefaults ? {} : null) };
    readable.push({ yaml, schema });
    findings.push(...hideUnknownKinds(yaml));
    const shape = checkShape(yaml, schema);
    findings.push(...shape.findings);
    return shape.value && { yaml, schema, value: shape.value };
  }
}

/**
 * A name that was copied from a Mac may be decomposed (NFD). Names on disk are compared composed.
 */
function composeLetters(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composeLetters);
  if (!isGroup(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, entry]) => [key, composeLetters(entry)]));
}

/**
 * Hides sections of an unknown kind, and pages that have no others. Removing them would shift the
 * line numbers of later sections.
 */
function hideUnknownKinds({ value, ...place }: YamlFile): Finding[] {
  if (!isGroup(value) || !Array.isArray(value.sections)) return [];
  const sections: unknown[] = value.sections;
  const kinds = Object.keys(sectionKinds);
  const findings: Finding[] = [];
  for (const [i, section] of sections.entries()) {
    if (!isGroup(section) || section.kind === undefined) continue;
    const kind = String(section.kind);
    if (kinds.includes(kind)) continue;
    const valid = kinds.join(', ');
    const message = `Een deel van de soort '${kind}' kennen we niet en blijft weg; wel: ${valid}.`;
    findings.push(warningAt(place, ['sections', i, 'kind'], message));
    sections[i] = { kind: 'text', heading: kind, hidden: true };
  }
  const isHidden = (section: unknown) => isGroup(section) && section.hidden === true;
  if (findings.length > 0 && sections.every(isHidden)) value.hidden = true;
  return findings;
}
