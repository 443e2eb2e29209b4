import { useEffect, useState } from 'react';
import { findNearest } from '../../nearest.ts';
import styles from './NearestPage.module.css';

export interface NearestPageProps {
  /** What every address of the site leads to, old ones too. */
  addresses: { path: string; page: string; title: string }[];
  /** Where the page's title goes: 'Zocht je {page}?' */
  words: string;
}

/**
 * Proposes the page whose address looks most like the one that was asked for. In the browser, because
 * one document answers for every address that does not exist, also on a static host.
 */
export default function NearestPage({ addresses, words }: NearestPageProps) {
  const [pathname, setPathname] = useState('');
  useEffect(() => setPathname(location.pathname), []);
  const nearest = nearestAddress(pathname, addresses);
  const [before, after] = words.split('{page}');
  // Its line is kept from the start, so that nothing moves when it comes.
  return (
    <p className={styles.line}>
      {nearest && (
        <>
          {before}
          <a href={nearest.page}>{nearest.title}</a>
          {after}
        </>
      )}
    </p>
  );
}

/**
 * The address that was probably meant: by all of it, else by one of its parts, the last first
 * ('/nl/feesten.html').
 */
export function nearestAddress(
  pathname: string,
  addresses: NearestPageProps['addresses'],
): NearestPageProps['addresses'][number] | undefined {
  const parts = decode(pathname)
    .replace(/\.\w+$/, '')
    .split('/')
    .filter(Boolean);
  const known = addresses.map(({ path }) => path.slice(1)).filter(Boolean);
  for (const asked of [parts.join('/'), ...parts.toReversed()]) {
    const found = asked && findNearest(asked, known);
    if (found) return addresses.find(({ path }) => path === `/${found}`);
  }
  return undefined;
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
