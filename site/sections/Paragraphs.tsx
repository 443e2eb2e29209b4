import { RichText } from '../rich-text/RichText.tsx';

/** A text of several paragraphs. */
export function Paragraphs({ texts }: { texts: string[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered; two may be equal
  return texts.map((text, index) => <RichText key={index} text={text} />);
}
