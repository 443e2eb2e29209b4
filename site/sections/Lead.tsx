import { RichLine } from '../rich-text/RichText.tsx';
import styles from './Lead.module.css';

/** The introductory sentence of a section; renders nothing without one. */
export function Lead(props: { className?: string | undefined; children: string | undefined }) {
  const { className = '', children } = props;
  if (!children) return null;
  return (
    <p className={`${styles.lead} ${className}`}>
      <RichLine text={children} />
    </p>
  );
}
