import * as v from 'valibot';
import type { SchemaNode } from '../../../site/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import type { DraftSection, PageFile } from '../../pages.ts';
import { moved } from '../../values.ts';
import { notify } from '../content/store.ts';
import { set } from '../desk.ts';
import { Fields } from '../form/Field.tsx';
import { goInPlace, pageHref } from '../route.ts';
import { Button, MoreMenu, MoveButtons, Row, Rows } from '../shell/parts.tsx';
import { kindTitle, labelOf, nameOf } from './use-page-context.ts';

/** The sections of a page by their headings, in their order. */
export function Outline({ file, page }: PageFile) {
  const end = page.sections.length;
  return (
    <>
      <h1 tabIndex={-1}>{labelOf(page)}</h1>
      <Button icon="settings" label="Titel, adres en menu" href={pageHref(file, 'instellingen')} />
      <Rows>
        {page.sections.map((section, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a section is found by its place
            key={index}
            icon="text"
            title={nameOf(section)}
            lines={[` ${kindTitle(section.kind)}${section.hidden ? ', verborgen' : ''}`]}
            href={pageHref(file, index, 'velden')}
          >
            <SectionTools {...{ file, page, index }} />
          </Row>
        ))}
      </Rows>
      <Button kind="add" label="+ Deel toevoegen" href={pageHref(file, 'nieuw', end)} />
    </>
  );
}

/**
 * What can be done with a whole section.
 *
 * @param isChosen it is open, and stays so wherever it goes
 */
export function SectionTools(props: PageFile & { index: number; isChosen?: boolean }) {
  const { file, page, index, isChosen } = props;
  const { sections } = page;
  const section = sections[index] as DraftSection;
  const name = nameOf(section);
  const move = (to: number) => {
    set(file, ['sections'], moved(sections, index, to));
    if (isChosen) goInPlace(pageHref(file, to));
  };
  const toggleHidden = () =>
    set(file, ['sections', index, 'hidden'], section.hidden ? undefined : true);
  const remove = () => {
    set(file, ['sections'], sections.toSpliced(index, 1));
    if (isChosen) goInPlace(pageHref(file));
    notify(`‘${name}’ is gewist. Met ↶ komt het terug.`);
  };
  const actions: [string, () => void][] = [[section.hidden ? 'Tonen' : 'Verbergen', toggleHidden]];
  if (sections.length > 1) actions.push(['Wissen', remove]);
  return (
    <div className="tools">
      <MoveButtons name={name} index={index} count={sections.length} onMove={move} />
      <MoreMenu title={name} actions={actions} />
    </div>
  );
}

/** Everything that a section holds. */
export function SectionFields({ file, page, index }: PageFile & { index: number }) {
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
              <svg className="drawing" viewBox="0 0 64 40" aria-hidden="true">
                <use href={`/sections.svg#${kind}`} />
              </svg>
              <strong>{kindTitle(kind)}</strong>
              <span>{v.getDescription(sectionKinds[kind].schema)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
