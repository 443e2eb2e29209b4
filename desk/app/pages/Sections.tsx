import * as v from 'valibot';
import { isPlaceholder } from '../../../publish/content/placeholders.ts';
import { optionsOf, type SchemaNode } from '../../../site/schema/content-walk.ts';
import {
  type Section,
  type SectionKind,
  sectionKinds,
  traitsOf,
} from '../../../site/sections/section-kinds.ts';
import { textSchema } from '../../../site/sections/text/schema.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import {
  type DraftSection,
  duplicateSection,
  type Files,
  fileTitle,
  type PageFile,
} from '../../shared/pages.ts';
import { valueAt } from '../../shared/values.ts';
import { notify } from '../draft/app-store.ts';
import { insertEntry, moveEntry, setValue } from '../draft/edits.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { useDesk } from '../draft/use-desk.ts';
import { usePhotos } from '../draft/use-photos.ts';
import { emptyValue, fieldTitle, hasFields, isFull, thumbnailIn } from '../form/form-values.ts';
import { goInPlace, pageHref, useRoute } from '../navigation/route.ts';
import { Button } from '../ui/Button.tsx';
import { EntryTools, moveActions } from '../ui/EntryTools.tsx';
import { type MenuAction, MoreMenu } from '../ui/MoreMenu.tsx';
import { PanelTitle } from '../ui/PanelTitle.tsx';
import { SectionDrawing, Thumbnail } from '../ui/pictures.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';

export function Outline({ file, page }: PageFile) {
  const addHref = pageHref(file, 'nieuw', page.sections.length);
  const photos = usePhotos();
  const { files } = useDesk();
  const isWide = useIsWide();
  return (
    <>
      <PanelTitle name={fileTitle(file, page)} detail={page.path} />
      <Button icon="settings" label="Titel, adres en menu" href={pageHref(file, 'instellingen')} />
      <Rows>
        {page.sections.map((section, index) => (
          <Row
            key={index}
            picture={pictureOf([section], photos)}
            title={sectionNameOf(section, files)}
            lines={[kindLine(section, sectionNameOf(section, files))]}
            href={pageHref(file, index, 'velden')}
          >
            <SectionTools file={file} page={page} index={index} hasArrows={isWide} />
          </Row>
        ))}
      </Rows>
      <Button kind="add" label="+ Deel toevoegen" href={addHref} />
    </>
  );
}

/**
 * The picture of a row: the first photo of these sections or, if they have none, a drawing of the
 * first section.
 */
export function pictureOf(sections: DraftSection[], photos: DeskPhoto[]) {
  for (const section of sections) {
    const src = thumbnailIn(sectionKinds[section.kind].schema, section, photos);
    if (src) return <Thumbnail src={src} />;
  }
  return <SectionDrawing kind={sections[0]?.kind ?? 'text'} />;
}

/** The buttons and the menu of a section, whose open fields stay open when it moves. */
export function SectionTools(
  props: PageFile & {
    index: number;
    /** Whether there is room for arrows. Otherwise the menu has them. */
    hasArrows: boolean;
  },
) {
  const { file, page, index, hasArrows } = props;
  const { sections } = page;
  const isChosen = useRoute()[2] === String(index);
  const section = sections[index] as DraftSection;
  const name = sectionNameOf(section, useDesk().files);
  const move = (to: number) => {
    moveEntry(file, ['sections', index], to);
    if (isChosen) goInPlace(pageHref(file, to));
  };
  const toggleHidden = () =>
    setValue(file, ['sections', index, 'hidden'], section.hidden ? undefined : true);
  const duplicate = () => {
    insertEntry(file, ['sections', index + 1], duplicateSection(section));
    if (isChosen) goInPlace(pageHref(file, index + 1));
    notify(`‘${name}’ staat er nu twee keer: de tweede eronder.`);
  };
  const remove = () => {
    setValue(file, ['sections', index], undefined);
    if (isChosen) goInPlace(pageHref(file));
    notify(`‘${name}’ is gewist, en ligt 30 dagen in de prullenbak.`);
  };
  const moves = hasArrows ? [] : moveActions(index, sections.length, move);
  const actions: MenuAction[] = [
    { label: section.hidden ? 'Tonen' : 'Verbergen', run: toggleHidden },
  ];
  const isOnce = section.kind === 'not-found' || traitsOf(section as Section).once;
  if (!isOnce) actions.unshift({ label: 'Dupliceren', run: duplicate });
  if (sections.length > 1) actions.push({ label: 'Wissen', run: remove, isRemoval: true });
  return (
    <EntryTools
      name={name}
      index={index}
      length={sections.length}
      canMove={hasArrows}
      onMove={move}
    >
      <MoreMenu title={name} detail={kindLine(section, name)} actions={[...moves, ...actions]} />
    </EntryTools>
  );
}

/**
 * The list of a section to which entries are added on the page, such as the lines of a menu card.
 */
export function listIn({ kind, ...section }: DraftSection) {
  const { entries = {} }: SchemaNode = sectionKinds[kind].schema;
  for (const [field, schema] of Object.entries(entries)) {
    // The optional links of a section do not count as such a list.
    if (!schema.item || !hasFields(schema.item)) continue;
    const value = section[field];
    if (isFull(schema, Array.isArray(value) ? value : [])) return undefined;
    return {
      field,
      schema,
      title: fieldTitle(optionsOf(schema.item)[0] ?? schema.item, [field]),
    };
  }
  return undefined;
}

/** A photo without a heading is called by its caption, or else by what it shows. */
export function sectionNameOf(section: DraftSection, files: Files): string {
  const { kind, heading, sentence, text, caption, photo } = section;
  const alt = valueAt(files[PHOTOS], [String(photo), 'alt']);
  const name = String(heading ?? sentence ?? text ?? caption ?? alt ?? '');
  return name === '' || isPlaceholder(name) ? kindTitle(kind) : name;
}

/** The line below the name of a section; undefined when the name says it already. */
export function kindLine({ kind, hidden }: DraftSection, name: string): string | undefined {
  const title = kindTitle(kind);
  if (name === title) return hidden ? 'Verborgen' : undefined;
  return hidden ? `${title}, verborgen` : title;
}

export const kindTitle = (kind: SectionKind) => v.getTitle(sectionKinds[kind].schema) ?? kind;

export function newSection(kind: SectionKind): DraftSection {
  const schema: SchemaNode = sectionKinds[kind].schema;
  const section = emptyValue(schema) as DraftSection;
  // The section needs one part, because otherwise it would consist of a heading only.
  const { wrapped: parts } = textSchema.entries.parts;
  return kind === 'text' ? { ...section, parts: emptyValue(parts) } : section;
}

/** @param name for example 'menu-december.pdf' */
export function fileSection(name: string): DraftSection {
  const words = name.replace(/\.\w+$/, '').replaceAll('-', ' ');
  const heading = words.charAt(0).toUpperCase() + words.slice(1);
  const text = 'Bekijk het hier, of bewaar het op je toestel.';
  return { kind: 'file', heading, text, label: `Open ‘${heading}’`, file: name };
}
