import { ICONS, type IconName } from './icons.ts';

/**
 * An icon. It is hidden from screen readers, because a text beside it has the same meaning. Its
 * lines are part of the scripts: offline, the browser could not fetch a separate file.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon-drawing" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
