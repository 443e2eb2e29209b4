import { isPlaceholderText } from '../../../publish/content/placeholder-texts.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import { valueAt } from '../../shared/values.ts';
import { useQueryData } from '../api/queries.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { useDeskState } from '../store/use-desk-state.ts';

/** The photos, with their descriptions as they are typed. */
export function usePhotos(): DeskPhoto[] {
  const list = useDeskState().files[PHOTOS];
  // Many lists in a form use the photos, so mounting one does not request them again; a change
  // does.
  const photos = useQueryData('GET /api/photos', { refetchOnMount: false }) ?? [];
  return photos.map((photo) => {
    const entry = valueAt(list, [photo.name]);
    const alt = String(valueAt(entry, ['alt']) ?? '');
    return { ...photo, isListed: entry !== undefined, photo: { ...photo.photo, alt } };
  });
}

/** What a photo shows or, until that is described, its name. */
export function photoTitle({ name, photo: { alt } }: DeskPhoto) {
  return isPlaceholderText(alt) ? name : alt || name;
}
