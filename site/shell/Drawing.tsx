/**
 * A drawing of the brand, in the colour of the text around it and in the size that CSS gives. For
 * the eye only.
 */
export function Drawing(props: { svg: string; className?: string | undefined }) {
  return (
    <span
      className={props.className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes only, see publish/brand/read-svg.ts
      dangerouslySetInnerHTML={{ __html: props.svg }}
    />
  );
}
