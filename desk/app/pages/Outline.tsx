import { useState } from 'react';
import { type SectionKind, sectionKinds } from '../../../site/sections/index.ts';
import type { DraftSection } from '../../pages.ts';
import { followMove } from '../follow-move.ts';
import { Actions } from './PagesScreen.tsx';
import { kindHelp, kindTitle, nameOf } from './page-values.ts';

/** What can be done with a whole section. */
export interface SectionActions {
  move: (index: number, to: number) => void;
  duplicate: (index: number) => void;
  toggleHidden: (index: number) => void;
  remove: (index: number) => void;
}

interface OutlineProps {
  sections: DraftSection[];
  chosen: number | undefined;
  tools: SectionActions;
  countProblems: (index: number) => number;
  onChoose: (index: number) => void;
}

/** The sections by their headings, in their order: dragged, or moved by buttons. */
export function Outline({ sections, chosen, tools, countProblems, onChoose }: OutlineProps) {
  const [dragged, setDragged] = useState<number>();
  return (
    <ol className="outline">
      {sections.map((section, index) => (
        <li
          key={index}
          draggable
          data-chosen={chosen === index || undefined}
          data-hidden={section.hidden || undefined}
          onDragStart={() => setDragged(index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== undefined && dragged !== index && tools.move(dragged, index)}
        >
          <button type="button" className="section-name" onClick={() => onChoose(index)}>
            <strong>{nameOf(section)}</strong>
            <span>
              {kindTitle(section.kind)}
              {section.hidden && ', verborgen'}
            </span>
            {countProblems(index) > 0 && (
              <span className="tag wrong">{countProblems(index)} na te kijken</span>
            )}
          </button>
          <SectionTools {...{ sections, tools, index }} />
        </li>
      ))}
    </ol>
  );
}

export function SectionTools(props: {
  sections: DraftSection[];
  tools: SectionActions;
  index: number;
}) {
  const { sections, tools, index } = props;
  const section = sections[index] as DraftSection;
  const name = nameOf(section);
  return (
    <div className="tools">
      <button
        type="button"
        disabled={index === 0}
        onClick={(event) => {
          tools.move(index, index - 1);
          followMove(event.currentTarget, -1);
        }}
        aria-label={`${name} naar boven`}
      >
        ↑
      </button>
      <button
        type="button"
        disabled={index === sections.length - 1}
        onClick={(event) => {
          tools.move(index, index + 1);
          followMove(event.currentTarget, 1);
        }}
        aria-label={`${name} naar onder`}
      >
        ↓
      </button>
      <Actions title={name}>
        <button type="button" onClick={() => tools.duplicate(index)}>
          Kopiëren
        </button>
        <button type="button" onClick={() => tools.toggleHidden(index)}>
          {section.hidden ? 'Tonen' : 'Verbergen'}
        </button>
        <button type="button" className="remove" onClick={() => tools.remove(index)}>
          Wissen
        </button>
      </Actions>
    </div>
  );
}

/** Every kind of section there is, with what it is for. */
export function AddSection({
  onAdd,
  onClose,
}: {
  onAdd: (kind: SectionKind) => void;
  onClose: () => void;
}) {
  return (
    <>
      <h1 tabIndex={-1}>Deel toevoegen</h1>
      <p className="help">Het komt onder het deel dat je gekozen had, anders onderaan.</p>
      <ul className="kinds">
        {(Object.keys(sectionKinds) as SectionKind[]).map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => onAdd(kind)}>
              <strong>{kindTitle(kind)}</strong>
              <span>{kindHelp(kind)}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onClose}>
        Annuleren
      </button>
    </>
  );
}
