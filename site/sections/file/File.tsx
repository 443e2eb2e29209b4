import type { DownloadableFile } from '../../document/page-context.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Sentences } from '../../rich-text/RichText.tsx';
import type { SectionProps } from '../section.ts';
import styles from './File.module.css';
import type { fileSchema } from './schema.ts';

/** A link to a file, with its type and size. */
export default function File(props: SectionProps<typeof fileSchema>) {
  const { section, page, position } = props;
  const file = page.file(section.file);
  return (
    <section className={styles.section} {...position.attributes}>
      <position.Heading id={position.headingId}>{section.heading}</position.Heading>
      <Sentences text={section.text} />
      <ButtonLink variant="quiet" href={file.href}>
        <span>
          {section.label}{' '}
          <span className={styles.kind}>{describeFile(file, page.site.locale)}</span>
        </span>
      </ButtonLink>
    </section>
  );
}

/** 'PDF, 120 kB'; from a megabyte on with one decimal: 'PDF, 1,2 MB'. */
export function describeFile({ href, bytes }: DownloadableFile, locale: string): string {
  const type = href.split('.').at(-1)?.toUpperCase();
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  const isSmall = kilobytes < 1000;
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  const size = format.format(isSmall ? kilobytes : bytes / 1_000_000);
  return `${type}, ${size}`;
}
