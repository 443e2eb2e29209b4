import * as v from 'valibot';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import type { Value } from '../../operations.ts';
import type { DraftPage, DraftSection } from '../../pages.ts';
import { notify } from '../content/store.ts';
import { set } from '../desk.ts';
import { Fields } from '../form/Field.tsx';
import { goInPlace, pageHref } from '../route.ts';
import { Button, MoreMenu, MoveButtons } from '../shell/parts.tsx';
import { kindTitle, labelOf, nameOf } from './use-page-context.ts';

interface OnePage {
  file: string;
  page: DraftPage;
}

/** The sections of a page by their headings, in their order. */
export function Outline({ file, page }: OnePage) {
  return (
    <>
      <h1 tabIndex={-1}>{labelOf(page)}</h1>
      <Button icon="settings" label="Titel, adres en menu" href={pageHref(file, 'instellingen')} />
      <ol className="outline">
        {page.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is found by its place
          <li key={index} data-hidden={section.hidden || undefined}>
            <a className="section-name" href={pageHref(file, index, 'velden')}>
              <strong>{nameOf(section)}</strong>
              <span>
                {kindTitle(section.kind)}
                {section.hidden && ', verborgen'}
              </span>
            </a>
            <SectionTools {...{ file, page, index }} />
          </li>
        ))}
      </ol>
      <Button
        kind="add"
        label="+ Deel toevoegen"
        href={pageHref(file, 'nieuw', page.sections.length)}
      />
    </>
  );
}

/**
 * What can be done with a whole section.
 *
 * @param isChosen it is open, and stays so wherever it goes
 */
export function SectionTools(props: OnePage & { index: number; isChosen?: boolean }) {
  const { file, page, index, isChosen = false } = props;
  const sections = page.sections as unknown as Value[];
  const section = page.sections[index] as DraftSection;
  const name = nameOf(section);
  const change = (next: Value[], chosen?: number) => {
    set(file, ['sections'], next);
    if (isChosen) goInPlace(chosen === undefined ? pageHref(file) : pageHref(file, chosen));
  };
  const duplicate = () => {
    const { anchor: _, ...copy } = section;
    change(sections.toSpliced(index + 1, 0, copy as unknown as Value), index + 1);
  };
  const remove = () => {
    change(sections.toSpliced(index, 1));
    notify(`‘${name}’ is gewist. Met ↶ komt het terug.`);
  };
  const toggleHidden = () =>
    set(file, ['sections', index, 'hidden'], section.hidden ? undefined : true);
  return (
    <div className="tools">
      <MoveButtons
        name={name}
        index={index}
        count={sections.length}
        onMove={(to) =>
          change(sections.toSpliced(index, 1).toSpliced(to, 0, sections[index] as Value), to)
        }
      />
      <MoreMenu
        title={name}
        actions={[
          ['Kopiëren', duplicate],
          [section.hidden ? 'Tonen' : 'Verbergen', toggleHidden],
          ...(sections.length > 1 ? [['Wissen', remove] as [string, () => void]] : []),
        ]}
      />
    </div>
  );
}

/** Everything that a section holds. */
export function SectionFields({ file, page, index }: OnePage & { index: number }) {
  const section = page.sections[index] as DraftSection;
  const schema = sectionKinds[section.kind].schema as SchemaNode;
  const fields = { schema, file, path: ['sections', index] };
  return (
    <>
      <h1 tabIndex={-1}>{nameOf(section)}</h1>
      <div className="section-head">
        <p className="help">{kindTitle(section.kind)}</p>
        <SectionTools {...{ file, page, index }} isChosen />
      </div>
      <Fields key={`${index} ${section.kind}`} {...fields} without={['kind', 'hidden', 'anchor']} />
    </>
  );
}

/**
 * What each kind looks like, on a grid of 64 by 40: p is a photo, h a heading, t a text, b a button,
 * l a line; then left, top, width and height.
 */
const DRAWINGS: Partial<Record<SectionKind, string>> = {
  hero: 'p0,0,64,40 h14,16,36,5 b24,26,16,6',
  introduction: 'h18,8,28,4 t12,17,40,2 t10,22,44,2 t14,27,36,2',
  story: 'h6,8,22,4 t6,17,24,2 t6,22,24,2 t6,27,18,2 p36,6,24,28',
  offer: 'p4,6,24,28 h34,7,20,4 t34,15,24,2 t34,20,24,2 b34,28,16,5',
  'menu-card': 'h6,6,24,4 l6,15,52,1 t6,17,20,2 l6,22,52,1 t6,24,26,2 l6,29,52,1 t6,31,16,2',
  picture: 'p0,4,64,28 t20,35,24,2',
  quote: 'h10,10,44,3 h8,17,48,3 h16,24,32,3 t24,32,16,2',
  steps: 'h6,6,22,4 b6,16,5,5 t6,25,14,2 b26,16,5,5 t26,25,14,2 b46,16,5,5 t46,25,14,2',
  questions: 'h6,6,22,4 l6,15,52,1 t6,19,34,2 l6,24,52,1 t6,28,28,2 l6,33,52,1',
  'opening-hours': 'h6,6,26,4 t6,16,14,2 t44,16,14,2 t6,22,14,2 t44,22,14,2 t6,28,14,2 t44,28,14,2',
  allergens:
    'h6,6,26,4 t6,15,20,2 b40,14,4,4 b47,14,4,4 t6,23,24,2 b40,22,4,4 t6,31,16,2 b47,30,4,4',
  file: 'h8,9,26,4 t8,18,32,2 b8,26,22,6 p46,8,12,16',
  'external-link': 'h8,8,26,4 t8,17,46,2 t8,22,40,2 b8,29,24,6',
  'call-to-action': 'h14,8,36,4 t16,18,32,2 b22,26,20,7',
  text: 'h6,5,26,4 t6,14,50,2 t6,19,46,2 t6,24,50,2 t6,29,48,2 t6,34,30,2',
  'enquiry-form': 'h6,5,24,4 l6,13,30,5 l6,21,30,5 l6,29,30,5 t44,14,14,2 t44,20,12,2 t44,26,14,2',
  'not-found': 'h20,8,24,6 t16,20,32,2 b24,28,16,6',
};

/** Every kind of section, with a drawing of it. */
export function SectionPicker({ onPick }: { onPick: (kind: SectionKind) => void }) {
  const kinds = (Object.keys(sectionKinds) as SectionKind[]).filter((kind) => kind !== 'not-found');
  return (
    <>
      <h1 tabIndex={-1}>Deel toevoegen</h1>
      <ul className="kinds">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => onPick(kind)}>
              <Drawing kind={kind} />
              <strong>{kindTitle(kind)}</strong>
              <span>{v.getDescription(sectionKinds[kind].schema)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Drawing({ kind }: { kind: SectionKind }) {
  const shapes = (DRAWINGS[kind] ?? 'h6,8,30,4 t6,18,50,2').split(' ');
  return (
    <svg className="drawing" viewBox="0 0 64 40" aria-hidden="true">
      {shapes.map((shape) => {
        const [x, y, width, height] = shape.slice(1).split(',').map(Number);
        return <rect key={shape} data-shape={shape[0]} rx={1} {...{ x, y, width, height }} />;
      })}
    </svg>
  );
}
