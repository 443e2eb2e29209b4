/** Lines on a grid of 24. They come with the screens that show them. */
export const MORE_ICONS = {
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  visits: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  back: 'M15 5l-7 7 7 7',
  phone:
    'M6 3h4l1 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 1v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
  house: 'M4 11l8-7 8 7M6 10v10h12V10',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  file: 'M6 3h9l4 4v14H6zM12 10v7M9 14l3 3 3-3',
  upload: 'M12 15V4M7 9l5-5 5 5M4 15v5h16v-5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  brush: 'M14 4l6 6-8 7-5-5zM7 12l-3 8 8-3',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M17 11v4M20 11v3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l4 2',
  text: 'M5 6h14M12 6v13M9 19h6',
  next: 'M9 5l7 7-7 7',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2.1.8 3.5 2.7 3.5 5.4',
  place:
    'M12 21c-4.3-4.4-6.5-7.8-6.5-10.5a6.5 6.5 0 0 1 13 0C18.5 13.2 16.3 16.6 12 21zM12 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  party: 'M7 4h10l-.8 6.5a4.2 4.2 0 0 1-8.4 0zM12 14.5V20M8.5 20h7',
};
