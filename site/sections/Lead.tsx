import styles from './Lead.module.css';

/** The sentence a section begins with; nothing where there is none. */
export function Lead(props: { className?: string | undefined; children: string | undefined }) {
  const { className = '', children } = props;
  return children && <p className={`${styles.lead} ${className}`}>{children}</p>;
}
