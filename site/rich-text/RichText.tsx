// biome-ignore-all lint/suspicious/noArrayIndexKey: never reordered, and two may be equal
import type { ReactNode } from 'react';
import { groupSpans, parseRichText, type Span, spansOf } from './parse-rich-text.ts';
import styles from './RichText.module.css';

/**
 * Renders text as paragraphs and lists. This happens at publishing: visitors do not load the
 * parser.
 */
export function RichText({ text }: { text: string }) {
  return parseRichText(text).blocks.map((block, index) => {
    if (block.type === 'paragraph') {
      return (
        <p className={styles.paragraph} key={index}>
          {renderSpans(block.spans)}
        </p>
      );
    }
    const List = block.type === 'bullets' ? 'ul' : 'ol';
    return (
      <List className={styles.list} key={index}>
        {block.items.map((spans, at) => (
          <li key={at}>{renderSpans(spans)}</li>
        ))}
      </List>
    );
  });
}

/** A text of several paragraphs. */
export function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((text, index) => <RichText key={index} text={text} />);
}

/** One or two sentences, as a paragraph. */
export function Sentences({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p className={[styles.paragraph, className].filter(Boolean).join(' ')}>
      <RichLine text={text} />
    </p>
  );
}

/** A single line of text with emphasis and links. */
export function RichLine({ text }: { text: string }) {
  return renderSpans(spansOf(parseRichText(text).blocks));
}

const STYLES = ['href', 'strong', 'emphasis'] as const;
type Style = (typeof STYLES)[number];

/** Adjacent spans with the same link, and then with the same style, share one element. */
function renderSpans(spans: Span[], styles: readonly Style[] = STYLES): ReactNode {
  const [style, ...inner] = styles;
  if (!style) return spans.map(({ text }) => text).join('');
  return groupSpans(spans, style).map((group, index) => {
    const value = group[0]?.[style];
    const children = renderSpans(group, inner);
    if (value === undefined) return children;
    if (style === 'strong') return <strong key={index}>{children}</strong>;
    if (style === 'emphasis') return <em key={index}>{children}</em>;
    return (
      <a href={String(value)} key={index}>
        {children}
      </a>
    );
  });
}
