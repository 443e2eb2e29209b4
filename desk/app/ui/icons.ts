import type { MORE_ICONS } from './more-icons.ts';

const FIRST_ICONS = {
  page: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  undo: 'M8 4L4 8.5 8 13M4 8.5h10.5a5.25 5.25 0 0 1 0 10.5H9',
  redo: 'M16 4l4 4.5-4 4.5M20 8.5H9.5a5.25 5.25 0 0 0 0 10.5H15',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v6M14 11v6',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  mobile: 'M8 3h8v18H8zM11 18h2',
  computer: 'M4 5h16v11H4zM2 20h20',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  check: 'M5 12.5l5 5L19.5 7',
};

export type IconName = keyof typeof FIRST_ICONS | keyof typeof MORE_ICONS;

/** Lines on a grid of 24: those of the first screen, until the others come with their screens. */
export const ICONS: Partial<Record<IconName, string>> = FIRST_ICONS;
