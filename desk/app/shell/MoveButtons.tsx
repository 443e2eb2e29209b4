import { Icon } from './icons.tsx';

/** Moves one entry of a list up or down; the focus goes with it. Placed inside the entry's `li`. */
export function MoveButtons(props: {
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}) {
  const { name, index, count, onMove } = props;
  const move = (button: HTMLElement, by: -1 | 1) => {
    onMove(index + by);
    const row = button.closest('li');
    const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
    requestAnimationFrame(() => {
      const buttons = [...(next?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
      const same = buttons.find((one) => one.dataset.move === String(by));
      (same?.disabled ? buttons.find((one) => !one.disabled) : same)?.focus();
    });
  };
  const button = (by: -1 | 1, direction: 'omhoog' | 'omlaag') => (
    <button
      type="button"
      className="icon"
      data-move={by}
      disabled={by < 0 ? index <= 0 : index >= count - 1}
      onClick={(event) => move(event.currentTarget, by)}
      aria-label={`${name} ${direction}`}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </button>
  );
  return (
    <>
      {button(-1, 'omhoog')}
      {button(1, 'omlaag')}
    </>
  );
}
