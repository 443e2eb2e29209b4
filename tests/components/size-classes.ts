/**
 * Every edge at which the layout may change, in CSS pixels (specification, sections 2, 4 and 9).
 * CSS alone decides the layout. Its media queries are written in range syntax, which knows no gap
 * between two classes at fractional widths, and a test holds them to the edges below.
 */

/** Mobile: narrower than this. Section 4, 'Size classes'; section 9, 'Mobile breakpoint'. */
export const MOBILE_BELOW = 767;

/** Handheld, for bar and logo: from 767 to below this. Section 4, 'Size classes'. */
export const HANDHELD_BELOW = 1281;

/** Handheld, for page layout and the contact page: up to and including this. Sections 2 and 4. */
export const HANDHELD_LAYOUT_UP_TO = 1281;

/** General classes, XS below the first; the specification names them, nothing uses them yet. Section 4. */
export const GENERAL_FROM = { SM: 576, MD: 768, LG: 992, XL: 1200 } as const;

/** As they stand in the CSS. */
export const MEDIA = {
  mobile: `(width < ${MOBILE_BELOW}px)`,
  handheld: `(${MOBILE_BELOW}px <= width < ${HANDHELD_BELOW}px)`,
  handheldLayout: `(${MOBILE_BELOW}px <= width <= ${HANDHELD_LAYOUT_UP_TO}px)`,
  notMobile: `(width >= ${MOBILE_BELOW}px)`,
  /** The same edges for visitors with larger text; at the usual 16 px no other than those above. */
  mobileByText: `(width < ${MOBILE_BELOW / 16}em)`,
  notMobileByText: `(width >= ${MOBILE_BELOW / 16}em)`,
  /** A phone on which text stands twice as large: what stands side by side goes below. */
  phoneWithLargeText: '(width < 20em)',
  /** Handheld and mobile together, and what is wider: for bar and logo. */
  belowDesktop: `(width < ${HANDHELD_BELOW}px)`,
  desktop: `(width >= ${HANDHELD_BELOW}px)`,
  /** The same for page layout: at exactly 1281 it is still the narrow one. */
  narrowLayout: `(width <= ${HANDHELD_LAYOUT_UP_TO}px)`,
  wideLayout: `(width > ${HANDHELD_LAYOUT_UP_TO}px)`,
} as const;
