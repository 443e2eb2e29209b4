import { diffWordsWithSpace } from 'diff';
import type { FileChange } from '../../shared/api.ts';
import { useQueryData } from '../api/queries.ts';
import { fieldHref } from '../navigation/route.ts';
import { useDeskState } from '../store/use-desk-state.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Rows.tsx';
import { dropChange } from './drop-change.ts';

const KINDS = { changed: 'Veranderd', added: 'Nieuw', removed: 'Weg' };

/** A changed file: its changed texts, and a button that drops them. */
export function ChangeRow(props: FileChange & { isOpen: boolean }) {
  const { file, title, kind, texts, isOpen } = props;
  const { files, content, isBusy } = useDeskState();
  const online = useQueryData('GET /api/online');
  const drop = dropChange({ file, kind }, files, online);
  // Changes can be dropped only when a release is online whose value can be restored.
  const isDroppable = drop && content.changes?.since && !content.broken.includes(file);
  return (
    <Row icon="pencil" title={title} lines={[KINDS[kind]]} href={fieldHref(file, [])}>
      {(texts.length > 0 || isDroppable) && (
        <div className="changes">
          {texts.length > 0 && (
            <details open={isOpen}>
              <summary>{texts.length === 1 ? '1 tekst' : `${texts.length} teksten`}</summary>
              {texts.map(({ breadcrumb, before, after }, index) => (
                <div key={index} className="change">
                  <p className="help">{breadcrumb}</p>
                  <WordDiff before={before} after={after} />
                </div>
              ))}
            </details>
          )}
          {isDroppable && (
            <Button
              icon="undo"
              label="Laat dit vallen"
              about={title}
              confirmLabel="Ja, laat vallen"
              disabled={isBusy}
              onPress={drop}
            />
          )}
        </div>
      )}
    </Row>
  );
}

/** Marks the changed words. */
function WordDiff({ before, after }: { before: string; after: string }) {
  const pieces = diffWordsWithSpace(before, after);
  const unchanged = pieces.filter(({ added, removed }) => !added && !removed);
  // When less than half is unchanged, both texts are easier to read.
  const isReadable = 2 * unchanged.map(({ value }) => value).join('').length >= after.length;
  if (!isReadable) {
    return (
      <>
        {before && <del>{before}</del>}
        {after && <ins>{after}</ins>}
      </>
    );
  }
  return (
    <p className="words">
      {pieces.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        return removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>;
      })}
    </p>
  );
}
