/** A brand SVG in the current text colour. Decorative. */
export function Drawing(props: { svg: string; className?: string | undefined }) {
  return (
    <span
      className={props.className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by publish/brand/logo.ts
      dangerouslySetInnerHTML={{ __html: props.svg }}
    />
  );
}
