import type { Value } from '../../operations.ts';
import type { DraftSection } from '../../pages.ts';
import { useDesk } from '../Desk.tsx';
import { MoreMenu } from '../shell/MoreMenu.tsx';
import { MoveButtons } from '../shell/MoveButtons.tsx';
import { nameOf } from './page-values.ts';

/** What can be done with a whole section. */
export function SectionTools(props: {
  file: string;
  sections: DraftSection[];
  index: number;
  /** Which section is chosen afterwards. */
  onChoose: (index: number | undefined) => void;
}) {
  const { file, sections, index, onChoose } = props;
  const { act, set, tell, store } = useDesk();
  const section = sections[index] as DraftSection;
  const name = nameOf(section);
  const path = ['sections', index];
  const duplicate = () => {
    const { anchor: _, ...copy } = section;
    const value = copy as unknown as Value;
    act([{ file, operation: { kind: 'insert', path: ['sections', index + 1], value } }]);
    onChoose(index + 1);
  };
  const remove = () => {
    act([{ file, operation: { kind: 'remove', path } }]);
    onChoose(undefined);
    const action = { label: 'Ongedaan maken', run: store.undo };
    tell({ kind: 'done', text: `‘${name}’ is gewist.`, action });
  };
  return (
    <div className="tools">
      <MoveButtons
        name={name}
        index={index}
        count={sections.length}
        onMove={(to) => {
          act([{ file, operation: { kind: 'move', path, to } }]);
          onChoose(to);
        }}
      />
      <MoreMenu title={name}>
        <button type="button" onClick={duplicate}>
          Kopiëren
        </button>
        <button
          type="button"
          onClick={() => set(file, [...path, 'hidden'], section.hidden ? undefined : true)}
        >
          {section.hidden ? 'Tonen' : 'Verbergen'}
        </button>
        {sections.length > 1 && (
          <button type="button" className="remove" onClick={remove}>
            Wissen
          </button>
        )}
      </MoreMenu>
    </div>
  );
}
