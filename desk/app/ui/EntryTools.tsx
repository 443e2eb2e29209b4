import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import type { MenuAction } from './MoreMenu.tsx';
import { followMove, followRemoval } from './row-focus.ts';

/** The moves of an entry in a menu, where a row has no room for arrows. */
export function moveActions(
  index: number,
  length: number,
  onMove: (to: number) => void,
): MenuAction[] {
  const move = (label: string, by: -1 | 1): MenuAction => ({
    label,
    run(button) {
      onMove(index + by);
      followMove(button, by);
    },
  });
  const up = index > 0 ? [move('Omhoog', -1)] : [];
  return index + 1 < length ? [...up, move('Omlaag', 1)] : up;
}

/**
 * Moves, duplicates or removes an entry of a list. Its `li` needs its index as key, so that the
 * focus follows.
 */
export function EntryTools(props: {
  name: string;
  index: number;
  length: number;
  minLength?: number | undefined;
  onMove: (to: number) => void;
  /** False where the order means nothing. */
  canMove?: boolean;
  /** Undefined when entries cannot be duplicated here. */
  onDuplicate?: (() => void) | undefined;
  /** Undefined when entries cannot be removed here. */
  onRemove?: () => void;
  children?: ReactNode;
}) {
  const {
    name,
    index,
    length,
    minLength = 0,
    canMove = true,
    onMove,
    onDuplicate,
    onRemove,
  } = props;
  const move = (button: HTMLElement, by: -1 | 1) => {
    onMove(index + by);
    followMove(button, by);
  };
  return (
    <div className="tools">
      {canMove && length > 1 && (
        <span className="moves">
          {([-1, 1] as const).map((by) => (
            <Button
              key={by}
              data-tool={by}
              kind="icon"
              icon={by < 0 ? 'up' : 'down'}
              label={`${name} ${by < 0 ? 'omhoog' : 'omlaag'}`}
              disabled={index + by < 0 || index + by >= length}
              onPress={({ currentTarget }) => move(currentTarget, by)}
            />
          ))}
        </span>
      )}
      {onDuplicate && (
        <Button kind="icon" icon="copy" label={`${name} dupliceren`} onPress={onDuplicate} />
      )}
      {onRemove && (
        <Button
          kind="icon"
          icon="trash"
          label={`${name} weghalen`}
          disabled={length <= minLength}
          onPress={({ currentTarget }) => {
            onRemove();
            followRemoval(currentTarget);
          }}
        />
      )}
      {props.children}
    </div>
  );
}
