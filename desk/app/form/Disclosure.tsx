import type { ReactNode } from 'react';
import type { FieldPath } from '../../../site/schema/content-walk.ts';
import { useErrorsIn } from '../store/use-desk-state.ts';
import { rowId } from './focus-field.ts';

/**
 * A row that shows or hides the fields of a part of the content. The list around it determines
 * which rows are open.
 */
export function Disclosure(props: {
  file: string;
  path: FieldPath;
  name: string;
  /** What is in it, while it is closed. */
  preview?: string | undefined;
  image?: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const { file, path, name, preview, image, isOpen, onToggle } = props;
  const problems = useErrorsIn(file, path).length;
  return (
    <details
      id={rowId(file, path)}
      className="entry"
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget) onToggle(currentTarget.open);
      }}
    >
      <summary>
        {image}
        <span>
          <span className="name">{name}</span>
          {preview && !isOpen && <span className="preview"> {preview}</span>}
        </span>
        {problems > 0 && <span className="tag wrong">na te kijken</span>}
      </summary>
      {props.children}
    </details>
  );
}
