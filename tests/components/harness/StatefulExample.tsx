import { type ReactNode, useState } from 'react';
import type { CarouselLabels } from '../../../site/carousel/CarouselFrame.tsx';
import Gallery from '../../../site/carousel/Gallery.tsx';
import { Dialog, type DialogProps } from '../../../site/dialog/Dialog.tsx';
import type { PhotoList } from '../../../site/picture/photo-list.ts';
import hero from '../../../site/sections/hero/Hero.module.css';
import HeroCarousel from '../../../site/sections/hero/HeroCarousel.tsx';
import type { StatefulExampleName } from './component-states.ts';

interface ExampleProps {
  photos: PhotoList;
  labels: CarouselLabels;
}

/** What is shown by a parent with a state of its own, which no section has. */
export default function StatefulExample(props: ExampleProps & { name: StatefulExampleName }) {
  const { name, ...rest } = props;
  const Example = EXAMPLES[name];
  return <Example {...rest} />;
}

const EXAMPLES: Record<StatefulExampleName, (props: ExampleProps) => ReactNode> = {
  'gallery-reporting': GalleryReporting,
  'hero-removable': HeroRemovable,
  dialogs: Dialogs,
};

function GalleryReporting(props: ExampleProps) {
  return <Gallery {...props} label="gallery" />;
}

/** It comes and goes: nothing of it may stay behind. */
function HeroRemovable(props: ExampleProps) {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        {isShown ? 'remove' : 'show'}
      </button>
      {isShown && (
        <div className={hero.hero}>
          <HeroCarousel {...props} sentence="" scrollLink="scrollLink" autoScrollDelayMs={10_000} />
        </div>
      )}
    </>
  );
}

/**
 * A button opens the dialog of its name: one as large as its content; one
 * that only its own button closes; and one with another inside.
 */
function Dialogs({ labels }: ExampleProps) {
  const [opened, setOpened] = useState<string>();
  const [innerIsOpen, setInnerIsOpen] = useState(false);
  const opener = (name: string) => (
    <button type="button" onClick={() => setOpened(name)}>
      {name}
    </button>
  );
  const dialog = (name: string): Omit<DialogProps, 'children'> => ({
    open: opened === name,
    onClose: () => setOpened(undefined),
    label: name,
    closeLabel: labels.close,
  });
  return (
    <>
      {['content', 'disableClose', 'nested'].map((name) => (
        <p key={name}>{opener(name)}</p>
      ))}
      <Dialog {...dialog('content')}>
        <p>content</p>
      </Dialog>
      <Dialog {...dialog('disableClose')} disableClose>
        <p>disableClose</p>
      </Dialog>
      <Dialog {...dialog('nested')}>
        <button type="button" onClick={() => setInnerIsOpen(true)}>
          inner
        </button>
        <Dialog
          open={innerIsOpen}
          onClose={() => setInnerIsOpen(false)}
          label="inner"
          closeLabel={labels.close}
        >
          <p>inner</p>
        </Dialog>
      </Dialog>
    </>
  );
}
