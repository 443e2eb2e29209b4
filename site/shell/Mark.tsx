/**
 * The mark: a poppy capsule seen from the side, its crown a small ornament. Drawn in the current
 * text colour, so that it works over a photo and on linen.
 */
export function Mark(props: { className?: string | undefined }) {
  return (
    <svg
      className={props.className}
      viewBox="0 0 40 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path
        fill="currentColor"
        stroke="none"
        d="M5.6 10.2c-1.5-.5-2-2.2-.9-3.2 1-1 2.600-.7 3.300.4.3-1.700 1.500-3.200 3.300-3.200 1.600 0 2.700 1.100 3.100 2.500C15 4.900 17 3 20 3s5 1.900 5.600 3.700c.4-1.400 1.500-2.500 3.100-2.500 1.800 0 3 1.500 3.300 3.200.7-1.100 2.300-1.400 3.300-.4 1.100 1 .6 2.700-.9 3.200-3.500 1.200-8.600 1.900-14.400 1.900s-10.900-.7-14.400-1.900Z"
      />
      <path d="M13.500 14.500c-5.400 2.900-8.700 8-8.700 13.600 0 7.300 5.500 12.900 12.200 14.400.9.200 1.500 1 1.500 1.900V54h3v-9.600c0-.9.600-1.700 1.500-1.900 6.700-1.500 12.200-7.100 12.200-14.400 0-5.600-3.300-10.700-8.700-13.600" />
      <path d="M14 19c-2.200 2.500-3.400 5.700-3.400 9.100 0 3.500 1.400 6.500 3.600 8.700M20 17.500v21M26 19c2.200 2.500 3.400 5.700 3.400 9.100 0 3.500-1.400 6.500-3.600 8.700" />
    </svg>
  );
}
