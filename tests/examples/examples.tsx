import { useState } from 'react';
import { Carousel } from '../../site/carousel/Carousel.tsx';
import { Dialog } from '../../site/dialog/Dialog.tsx';
import { Gallery } from '../../site/carousel/Gallery.tsx';
import { PrivacyLink } from '../../site/shell/PrivacyLink.tsx';
import { ScrollLink } from '../../site/scroll/ScrollLink.tsx';
import { PAGE_JUMP } from '../../site/scroll/scroll.ts';
import { type SharedContent, SharedContentProvider } from '../../site/shared-content.tsx';
import { examplePhotos } from './example-photos.ts';

declare const EXAMPLE_CONTENT: SharedContent;

const HERO_MS = 10_000;

function Hero(props: { count: number; missing?: number[]; startIndex?: number }) {
  return (
    <div className="hero">
      <Carousel
        photos={examplePhotos(props.count, props.missing)}
        startIndex={props.startIndex ?? 0}
        autoScrollDelayMs={HERO_MS}
        hideIndicators
        noDialog
      >
        <div className="words">
          <h1>Een tafel om lang aan te blijven zitten</h1>
          <ScrollLink>Over ons</ScrollLink>
        </div>
      </Carousel>
    </div>
  );
}

function Content() {
  return (
    <main id="scroll-content">
      <h2>Over ons</h2>
      <label>
        Naam <input />
      </label>
      <p id="error">
        <ScrollLink to="error" motion={PAGE_JUMP} className="plain">
          Naar de fout
        </ScrollLink>
      </p>
    </main>
  );
}

function Small(props: { count: number; missing?: number[] }) {
  const [index, setIndex] = useState(0);
  return (
    <div className="small">
      <Gallery
        photos={examplePhotos(props.count, props.missing)}
        label="Over ons"
        onIndexChange={setIndex}
      />
      <output>{index}</output>
    </div>
  );
}

function TwoDialogs(props: { disableClose?: boolean }) {
  const [open, setOpen] = useState('');
  return (
    <main className="tall">
      {['eerste', 'tweede'].map((name) => (
        <div key={name}>
          <button type="button" onClick={() => setOpen(name)}>
            Open de {name}
          </button>
          <Dialog
            open={open === name}
            onClose={() => setOpen('')}
            label={`De ${name}`}
            disableClose={props.disableClose ?? false}
          >
            <p>Dit is de {name} dialoog.</p>
            <button type="button" onClick={() => setOpen(name === 'eerste' ? 'tweede' : '')}>
              Verder
            </button>
          </Dialog>
        </div>
      ))}
    </main>
  );
}

/** The hero comes and goes: nothing of it may stay behind. */
function Removable() {
  const [shown, setShown] = useState(true);
  return (
    <main>
      <button type="button" onClick={() => setShown(!shown)}>
        Wissel
      </button>
      {shown && <Hero count={5} />}
    </main>
  );
}

/** Each stands at an address of its own: '/hero.html'. */
export const EXAMPLES = {
  hero: () => (
    <>
      <Hero count={5} />
      <Content />
    </>
  ),
  many: () => <Hero count={500} />,
  one: () => <Hero count={1} />,
  failing: () => <Hero count={4} missing={[1]} />,
  'failing-first': () => <Hero count={3} missing={[0]} />,
  removable: () => <Removable />,
  gallery: () => (
    <main className="tall">
      <Small count={5} />
    </main>
  ),
  'one-in-gallery': () => <Small count={1} />,
  'gallery-below': () => (
    <main>
      <div className="far" />
      <Small count={5} />
    </main>
  ),
  'gallery-failing': () => <Small count={3} missing={[0]} />,
  two: () => (
    <main>
      <Hero count={5} />
      <Small count={4} />
      <div className="tall" />
    </main>
  ),
  indicators: () => (
    <div className="hero">
      <Carousel photos={examplePhotos(4)} startIndex={2} hideNavigation noDialog />
    </div>
  ),
  dialogs: () => <TwoDialogs />,
  'closing-disabled': () => <TwoDialogs disableClose />,
  privacy: () => (
    <footer>
      <PrivacyLink />
    </footer>
  ),
} as const;

export type ExampleName = keyof typeof EXAMPLES;

/** One example, as the page holds it: at build time and in the browser alike. */
export function Example(props: { name: ExampleName; providerUrl: string }) {
  const { site, ...rest } = EXAMPLE_CONTENT;
  const shared = { ...rest, site: { ...site, privacy: { providerUrl: props.providerUrl } } };
  return <SharedContentProvider value={shared}>{EXAMPLES[props.name]()}</SharedContentProvider>;
}
