import { Sentences } from '../rich-text/RichText.tsx';
import styles from './Lead.module.css';

/** The introductory sentence of a section; renders nothing without one. */
export function Lead(props: { className?: string | undefined; children: string | undefined }) {
  const { className = '', children } = props;
  if (!children) return null;
  return <Sentences className={`${styles.lead} ${className}`} text={children} />;
}
