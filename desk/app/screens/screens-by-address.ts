import type { ReactNode } from 'react';
import { addDrawings } from '../drawings/add-drawings.ts';
import empty from '../drawings/empty.svg?raw';
import sections from '../drawings/sections.svg?raw';
import { EnquiriesScreen } from '../enquiries/EnquiriesScreen.tsx';
import { FullDaysScreen } from '../enquiries/FullDaysScreen.tsx';
import { BinScreen } from '../more/BinScreen.tsx';
import { DownloadsScreen } from '../more/DownloadsScreen.tsx';
import { MoreScreen } from '../more/MoreScreen.tsx';
import { PasskeysScreen } from '../more/PasskeysScreen.tsx';
import { OnlineScreen } from '../online/OnlineScreen.tsx';
import { PagesScreen } from '../pages/PagesScreen.tsx';
import { PhotosScreen } from '../photos/PhotosScreen.tsx';
import { ICONS } from '../ui/icons.ts';
import { MORE_ICONS } from '../ui/more-icons.ts';
import { VisitsScreen } from '../visits/VisitsScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/* All screens except the page, which loads first (`Screens.tsx`). */

export { FormScreen } from '../more/FormScreen.tsx';
export { PageSettings } from '../pages/PageSettings.tsx';
export { SectionFields, SectionPicker } from '../pages/SectionFields.tsx';

Object.assign(ICONS, MORE_ICONS);
addDrawings('sections', sections);
addDrawings('empty', empty);

/** Screens without a page beside them, by their address. */
const SCREENS: Record<string, (props: { name: string }) => ReactNode> = {
  paginas: PagesScreen,
  fotos: PhotosScreen,
  aanvragen: EnquiriesScreen,
  'aanvragen/volzet': FullDaysScreen,
  online: OnlineScreen,
  meer: MoreScreen,
  'meer/bezoeken': VisitsScreen,
  'meer/bestanden': DownloadsScreen,
  'meer/prullenbak': BinScreen,
  'meer/sleutels': PasskeysScreen,
};

/** @param address 'meer/bezoeken' */
export function screenAt(address: string) {
  const [word = ''] = address.split('/');
  return SCREENS[address] ?? (hasNames(word) ? SCREENS[word] : undefined) ?? NotFoundScreen;
}

/** Whether an address goes on with the name of a photo or an enquiry. */
const hasNames = (word: string) => word === 'fotos' || word === 'aanvragen';
