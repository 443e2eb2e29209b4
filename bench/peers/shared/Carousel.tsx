'use client';
import { useEffect, useState } from 'react';
import type { CarouselWords, Photo } from './content.ts';
import { Picture } from './Picture.tsx';

interface CarouselProps {
  photos: Photo[];
  words: CarouselWords;
  /** Seconds until the next photo; without it only a visitor moves on. */
  autoSeconds?: number;
}

export function Carousel({ photos, words, autoSeconds }: CarouselProps) {
  const [index, setIndex] = useState(0);
  const [isPlaying, setIsPlaying] = useState(autoSeconds !== undefined);
  const [touchedAt, setTouchedAt] = useState<number>();
  const photo = photos[index];
  const move = (by: number) => setIndex((index + by + photos.length) % photos.length);

  useEffect(() => {
    if (!isPlaying || autoSeconds === undefined) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => move(1), autoSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, index]);

  const position = words.position
    .replace('{index}', String(index + 1))
    .replace('{count}', String(photos.length));
  return (
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label={words.region}
      onTouchStart={(event) => setTouchedAt(event.touches[0]?.clientX)}
      onTouchEnd={(event) => {
        const by = (event.changedTouches[0]?.clientX ?? 0) - (touchedAt ?? 0);
        if (Math.abs(by) > 40) move(by < 0 ? 1 : -1);
      }}
    >
      {photo && (
        <div key={photo.src} className="slide">
          <Picture photo={photo} isFirst={autoSeconds !== undefined} />
        </div>
      )}
      <p className="visually-hidden" aria-live={isPlaying ? 'off' : 'polite'}>
        {position}
      </p>
      <div className="controls">
        {autoSeconds !== undefined && (
          <Control
            label={isPlaying ? words.pause : words.play}
            path={isPlaying ? 'M9 6v12M15 6v12' : 'M8 5v14l11-7Z'}
            onPress={() => setIsPlaying(!isPlaying)}
          />
        )}
        <Control label={words.previous} path="m14.5 5-7 7 7 7" onPress={() => move(-1)} />
        <Control label={words.next} path="m9.5 5 7 7-7 7" onPress={() => move(1)} />
      </div>
    </section>
  );
}

function Control(props: { label: string; path: string; onPress: () => void }) {
  return (
    <button type="button" aria-label={props.label} onClick={props.onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  );
}
