import { type Section, traitsOf } from '../../../site/sections/section-kinds.ts';
import { type DraftSection, duplicateSection, type PageFile } from '../../shared/pages.ts';
import { goInPlace, pageHref, useRoute } from '../navigation/route.ts';
import { notify } from '../store/app-store.ts';
import { insertEntry, moveEntry, setValue } from '../store/edits.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { EntryTools, moveActions } from '../ui/EntryTools.tsx';
import { type MenuAction, MoreMenu } from '../ui/MoreMenu.tsx';
import { kindLine, sectionNameOf } from './sections.ts';

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
  const name = sectionNameOf(section, useDeskState().files);
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
    notify(`‘${name}’ is verwijderd. Wat je erin schreef, ligt 30 dagen in de prullenbak.`);
  };
  const moves = hasArrows ? [] : moveActions(index, sections.length, move);
  const actions: MenuAction[] = [
    { label: section.hidden ? 'Tonen' : 'Verbergen', run: toggleHidden },
  ];
  const isUnique = section.kind === 'not-found' || traitsOf(section as Section).isUnique;
  if (!isUnique) actions.unshift({ label: 'Dupliceren', run: duplicate });
  if (sections.length > 1) actions.push({ label: 'Verwijderen', run: remove, isRemoval: true });
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
