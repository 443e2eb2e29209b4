import type { Content } from './content.ts';

export function Privacy({ content }: { content: Content }) {
  return (
    <article className="text">
      {content.privacy.blocks.map(({ tag: Tag, text }) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </article>
  );
}
