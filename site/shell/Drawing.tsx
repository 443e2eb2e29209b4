/** A decorative drawing of the brand, as SVG in the current text colour. */
export function Drawing(props: { svg: string; className?: string | undefined }) {
  return (
    <span
      className={props.className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by publish/brand/logo.ts
      dangerouslySetInnerHTML={{ __html: props.svg }}
    />
  );
}
