import type { ReactNode } from 'react';
import { readContent } from '../../shared/content.ts';
import '../../shared/site.css';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="nl-BE">
      <head>
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          href={readContent().serif}
        />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>{children}</body>
    </html>
  );
}
