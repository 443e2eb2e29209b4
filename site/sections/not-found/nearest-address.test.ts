import { expect, test } from 'vitest';
import { nearestAddress } from './NearestPage.tsx';

const addresses = [
  { path: '/feesten', page: '/feesten', title: 'Feesten' },
  { path: '/recepties', page: '/feesten', title: 'Feesten' },
  { path: '/bedrijfsfeest', page: '/bedrijfsfeest', title: 'Bedrijfsfeest' },
  { path: '/', page: '/home', title: 'Home' },
];

test.each([
  ['/feeste', '/feesten'],
  ['/Feesten.html', '/feesten'],
  ['/nl/feesten', '/feesten'],
  ['/receptie', '/feesten'],
  ['/bedrijfsfeesten/2026', '/bedrijfsfeest'],
  ['/wp-login.php', undefined],
  ['/', undefined],
  ['/%FF%zz', undefined],
])('%s leads to %s', (asked, page) => {
  expect(nearestAddress(asked, addresses)?.page).toBe(page);
});
