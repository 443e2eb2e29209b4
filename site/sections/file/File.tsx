import type { DownloadableFile } from '../../page-context.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { RichLine } from '../../rich-text/RichText.tsx';
import { type SectionProps, sectionAttributes } from '../section.ts';
import styles from './File.module.css';
import type { fileSchema } from './schema.ts';

/** A link to a file, with its type and size. */
export default function File({ section, page, place }: SectionProps<typeof fileSchema>) {
  const file = page.file(section.file);
  return (
    <section className={styles.section} {...sectionAttributes(place)}>
      <place.Heading id={place.headingId}>{section.heading}</place.Heading>
      <p>
        <RichLine text={section.text} />
      </p>
      <ButtonLink variant="quiet" href={file.href}>
        <span>
          {section.label}{' '}
          <span className={styles.kind}>{describeFile(file, page.site.locale)}</span>
        </span>
      </ButtonLink>
    </section>
  );
}

const KB = 1000;
const MB = 1000 * KB;

/** 'PDF, 120 kB'; from a megabyte on with one decimal: 'PDF, 1,2 MB'. */
export function describeFile({ href, bytes }: DownloadableFile, locale: string): string {
  const type = href.slice(href.lastIndexOf('.') + 1).toUpperCase();
  // 999 600 bytes would be 1 000 kB.
  const unit = Math.round(bytes / KB) < KB ? 'kilobyte' : 'megabyte';
  const size = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(unit === 'kilobyte' ? Math.max(1, bytes / KB) : bytes / MB);
  return `${type}, ${size}`;
}
