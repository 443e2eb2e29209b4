import * as v from 'valibot';
import type { SchemaNode } from '../../../site/schema/content-walk.ts';
import { type SectionKind, sectionKinds } from '../../../site/sections/section-kinds.ts';
import type { DraftSection, PageFile } from '../../shared/pages.ts';
import { Fields } from '../form/Field.tsx';
import { useDeskState } from '../store/use-desk-state.ts';
import { PanelTitle } from '../ui/PanelTitle.tsx';
import { SectionDrawing } from '../ui/pictures.tsx';
import { kindLine, kindTitle, sectionNameOf } from './sections.ts';

export function SectionFields({ file, page, index }: PageFile & { index: number }) {
  const { files } = useDeskState();
  const section = page.sections[index] as DraftSection;
  const schema = sectionKinds[section.kind].schema as SchemaNode;
  const name = sectionNameOf(section, files);
  const fields = { schema, file, path: ['sections', index] };
  return (
    <>
      <PanelTitle name={name} detail={kindLine(section, name)} />
      <Fields key={`${index} ${section.kind}`} {...fields} without={['kind', 'hidden', 'anchor']} />
    </>
  );
}

export function SectionPicker({ onPick }: { onPick: (kind: SectionKind) => void }) {
  const kinds = (Object.keys(sectionKinds) as SectionKind[]).filter((kind) => kind !== 'not-found');
  return (
    <>
      <PanelTitle name="Deel toevoegen" />
      <ul className="kinds">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => onPick(kind)}>
              <SectionDrawing kind={kind} />
              <strong>{kindTitle(kind)}</strong>
              <span>{v.getDescription(sectionKinds[kind].schema)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
