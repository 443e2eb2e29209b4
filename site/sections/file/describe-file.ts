import type { DownloadableFile } from '../../page-context.ts';

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
