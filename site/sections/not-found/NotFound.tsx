import { ButtonLink } from '../../parts/Button.tsx';
import type { SectionProps } from '../section.ts';
import styles from './NotFound.module.css';
import type { notFoundSchema } from './schema.ts';

export default function NotFound(props: SectionProps<typeof notFoundSchema>) {
  const { section, position } = props;
  return (
    <section className={styles.section} {...position.attributes}>
      <UpsetPlate />
      <position.Heading className={styles.heading} id={position.headingId}>
        {section.heading}
      </position.Heading>
      <p>{section.message}</p>
      <ButtonLink variant="main" href={section.button.to}>
        {section.button.label}
      </ButtonLink>
    </section>
  );
}

/** A plate on its edge, in the style of the logo. */
function UpsetPlate() {
  return (
    <svg
      className={styles.plate}
      viewBox="0 0 160 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M14 108h132" />
      <g transform="rotate(-62 66 62)">
        <ellipse cx="66" cy="62" rx="52" ry="14" />
        <path d="M40 58c6-3.500 15-5.500 26-5.500s20 2 26 5.500" />
        <path d="M14 63c2 12 24 21 52 21s50-9 52-21" />
      </g>
      <g fill="currentColor" stroke="none">
        <circle cx="104" cy="104" r="2.600" />
        <circle cx="114" cy="101" r="2" />
        <circle cx="122" cy="105" r="2.400" />
        <circle cx="134" cy="103" r="1.800" />
        <circle cx="98" cy="94" r="2" />
        <circle cx="108" cy="88" r="1.600" />
      </g>
    </svg>
  );
}
