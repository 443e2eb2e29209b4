/** Lines on a grid of 24. */
const PATHS = {
  page: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  undo: 'M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6v1',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6v1',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v6M14 11v6',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  phone:
    'M6 3h4l1 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 1v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  house: 'M4 11l8-7 8 7M6 10v10h12V10',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  file: 'M6 3h9l4 4v14H6zM12 10v7M9 14l3 3 3-3',
  brush: 'M14 4l6 6-8 7-5-5zM7 12l-3 8 8-3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M17 11v4M20 11v3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l4 2',
  text: 'M5 6h14M12 6v13M9 19h6',
} as const;

export type IconName = keyof typeof PATHS;

/** For the eye only: the meaning is in a text beside it or in the button's label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon-drawing" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
