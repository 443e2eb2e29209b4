import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { isPlaceholder, placeholder } from '../../../publish/content/placeholders.ts';
import { photosSchema } from '../../../site/content/content.ts';
import { photoUrl } from '../../../site/photo/photo.ts';
import type { DeskPhoto } from '../../shared/api.ts';
import { type MaybeValue, valueAt } from '../../shared/values.ts';
import { call } from '../api/call.ts';
import { useServer } from '../api/queries.ts';
import { uploadEach } from '../api/upload.ts';
import { edit, getShown, notify } from '../draft/app-store.ts';
import { moveEntry, setValue } from '../draft/edits.ts';
import { PHOTOS } from '../draft/file-names.ts';
import { focusOf } from '../draft/photo-focus.ts';
import { replaceUpload, runAndReport } from '../draft/run-and-report.ts';
import { useDesk } from '../draft/use-desk.ts';
import { usePhotos } from '../draft/use-photos.ts';
import { Control, type FormField } from '../form/Control.tsx';
import { Disclosure } from '../form/Disclosure.tsx';
import { focusField } from '../form/focus-field.ts';
import { helpOf } from '../form/form-values.ts';
import { closeTo, go, hrefOf } from '../navigation/route.ts';
import { Button } from '../ui/Button.tsx';
import { EntryTools } from '../ui/EntryTools.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx';
import { MissingEntryNotice } from '../ui/MissingEntryNotice.tsx';
import { Empty, Thumbnail } from '../ui/pictures.tsx';
import { Screen } from '../ui/Screen.tsx';

function photoTitle({ name, photo: { alt } }: DeskPhoto) {
  return isPlaceholder(alt) ? name : alt || name;
}

export function PhotosField(
  props: Pick<FormField, 'file' | 'path' | 'label' | 'value' | 'isOptional'> & {
    isSingle: boolean;
  },
) {
  const { file, path, label, value, isOptional, isSingle } = props;
  const photos = usePhotos();
  /** Several photos may be open, because each new one waits for its description. */
  const [open, setOpen] = useState<string[]>([]);
  const chosen = namesIn(value);
  const others = photos.filter(({ name, isListed }) => isListed && !chosen.includes(name));
  const add = (names: string[]) => {
    if (names.length === 0) return;
    // Other photos may have been chosen during the upload.
    const isList = Array.isArray(valueAt(getShown().files[file], path));
    // New photos are put in front, where they are seen at once.
    const inserts = names.map((value, index) => {
      return { type: 'insert' as const, path: [...path, index], value };
    });
    if (isList) edit({ [file]: inserts });
    else setValue(file, path, isSingle ? names[0] : names);
    setOpen((before) => [...before.filter(isUndescribed), ...names.slice(0, 1)]);
  };
  return (
    <div className="photos-field">
      <FileButton
        kind="photo"
        label={isSingle ? 'Een nieuwe foto' : 'Een foto erbij'}
        isMultiple={!isSingle}
        onFiles={async (files) => add(await uploadPhotos(files))}
      />
      {chosen.length > 0 && (
        <ol className="entries">
          {chosen.map((name, index) => {
            const photo = photos.find((listed) => listed.name === name);
            const title = photo ? photoTitle(photo) : name;
            const rowPath = isSingle ? path : [...path, index];
            return (
              <li key={index}>
                <Disclosure
                  file={file}
                  path={rowPath}
                  name={isSingle ? label : title}
                  preview={isSingle ? title : undefined}
                  image={<Thumbnail src={photo?.thumbnail} />}
                  isOpen={open.includes(name)}
                  onToggle={(isOpen) => {
                    setOpen((before) => {
                      const others = before.filter((openName) => openName !== name);
                      return isOpen ? [...others, name] : others;
                    });
                  }}
                >
                  {photo && <PhotoEditor photo={photo} />}
                  {(isOptional || !isSingle) && (
                    <EntryTools
                      name={isSingle ? label : title}
                      index={index}
                      length={chosen.length}
                      minLength={isOptional ? 0 : 1}
                      onMove={(to) => moveEntry(file, rowPath, to)}
                      onRemove={() => setValue(file, rowPath, undefined)}
                    />
                  )}
                </Disclosure>
              </li>
            );
          })}
        </ol>
      )}
      <details>
        <summary>Kies uit je foto’s</summary>
        <ul className="photo-grid">
          {others.map(({ name, thumbnail, photo }) => (
            <li key={name}>
              <button type="button" onClick={() => add([name])}>
                <img src={thumbnail} alt={photo.alt} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Whether what a photo shows is still to be typed. */
const isUndescribed = (name: string) =>
  isPlaceholder(String(valueAt(getShown().files[PHOTOS], [name, 'alt'])));

const namesIn = (value: MaybeValue) => [value ?? []].flat().filter(Boolean).map(String);

/** Steps of the focus point, in percent of the photo. */
const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

/** A photo with its focus point and, below or beside it, its description and `children`. */
function PhotoEditor(props: { photo: DeskPhoto; children?: ReactNode }) {
  const { name, photo, width, height, warning } = props.photo;
  const entry = valueAt(useDesk().files[PHOTOS], [name]);
  const [x, y] = focusOf(entry);
  const { alt } = photosSchema.value.entries;
  const src = photoUrl(photo, 'full', photo.full.fallbackWidth, 'jpeg');
  const setFocus = (...point: [x: number, y: number]) => {
    const inside = point.map((percent) => Math.round(Math.min(100, Math.max(0, percent))));
    // A focal point for phones that was set by hand would not follow, so it is removed.
    if (valueAt(entry, ['tallFocus'])) setValue(PHOTOS, [name, 'tallFocus'], undefined);
    setValue(PHOTOS, [name, 'focus'], inside, true);
  };
  const choose = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    // A key also clicks a button, but at no point of the photo.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    setFocus((100 * (clientX - box.left)) / box.width, (100 * (clientY - box.top)) / box.height);
    // A new photo still needs its description.
    if (isPlaceholder(String(valueAt(entry, ['alt'])))) focusField(PHOTOS, [name, 'alt']);
  };
  const move = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    setFocus(x + step[0], y + step[1]);
  };
  return (
    <div className="photo-editor">
      <div>
        {warning && <p className="help">{warning}</p>}
        <p className="help">Tik op wat in beeld moet blijven.</p>
        <button
          type="button"
          ref={(box) => box?.style.setProperty('--ratio', String(width / height))}
          className="focus-photo"
          aria-label={`In beeld blijft ${x} % van links, ${y} % van boven; verplaats het met de pijltjes`}
          // The page scrolls to the description. Before the click, what comes under the finger would
          // be clicked and take the focus.
          onClick={choose}
          onKeyDown={move}
        >
          <img src={src} width={width} height={height} alt="" loading="lazy" />
          <span className="focus-point" style={{ left: `${x}%`, top: `${y}%` }} />
        </button>
      </div>
      <div>
        <Control
          schema={alt}
          file={PHOTOS}
          path={[name, 'alt']}
          label="Wat staat erop?"
          help={helpOf(alt)}
          value={valueAt(entry, ['alt'])}
          fallback={undefined}
          isOptional={false}
        />
        {props.children}
      </div>
    </div>
  );
}

/**
 * Adds photos, and names those that failed.
 *
 * @returns the names of the added ones in `photos.yaml`
 */
async function uploadPhotos(files: File[]) {
  const names: string[] = [];
  const failures: string[] = [];
  await runAndReport(async () => {
    const { done, failed } = await uploadEach(files, async (file) => {
      const { name } = await call('POST /api/uploads/:path', file, `photos/${file.name}`);
      setValue(PHOTOS, [name], { focus: [50, 50], alt: placeholder('Wat staat erop?') });
      return name;
    });
    names.push(...done);
    failures.push(...failed);
  });
  if (failures.length > 0) notify(summaryOf(names.length, failures), 'error');
  return names;
}

function summaryOf(added: number, failures: string[]) {
  if (added === 0) return `Niet gelukt. ${failures.join(' ')}`;
  const photos = added === 1 ? 'Eén foto staat erbij' : `${added} foto’s staan erbij`;
  return `${photos}. Niet gelukt: ${failures.join(' ')}`;
}

export function PhotosScreen({ name: openedName }: { name: string }) {
  const photos = usePhotos();
  const isLoaded = useServer('GET /api/photos') !== undefined;
  const opened = photos.find(({ name }) => name === openedName);
  if (opened) return <PhotoScreen key={openedName} photo={opened} />;
  const upload = async (files: File[]) => {
    const [name] = await uploadPhotos(files);
    if (name && files.length === 1) go(hrefOf('fotos', name));
  };
  return (
    <Screen
      title="Foto’s"
      action={<FileButton kind="photo" label="Foto’s toevoegen" isMultiple onFiles={upload} />}
    >
      {openedName && isLoaded && <MissingEntryNotice what="foto" />}
      {photos.length > 0 && <PhotoGrid photos={photos} />}
      {isLoaded && photos.length === 0 && (
        <Empty drawing="photos" text="Er zijn nog geen foto’s." />
      )}
      {!isLoaded && <LoadingPlaceholder route="GET /api/photos" what="De foto’s" />}
    </Screen>
  );
}

function PhotoGrid({ photos }: { photos: DeskPhoto[] }) {
  return (
    <ul className="photo-grid">
      {photos.map((photo) => (
        <li key={photo.name}>
          <a href={hrefOf('fotos', photo.name)}>
            <img src={photo.thumbnail} alt={photoTitle(photo)} loading="lazy" />
            <span className="help">{describeUses(photo)}</span>
            {photoTitle(photo) === photo.name && <span className="tag wrong">beschrijving</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function describeUses({ uses }: DeskPhoto) {
  const { size } = new Set(uses);
  if (size === 0) return 'nergens gebruikt';
  return size === 1 ? 'op 1 pagina' : `op ${size} pagina’s`;
}

function PhotoScreen({ photo }: { photo: DeskPhoto }) {
  const path = `photos/${photo.name}.jpg`;
  const [isReplaced, setReplaced] = useState(false);
  const pages = [...new Set(photo.uses)];
  const remove = async () => {
    if (await replaceUpload(path)) closeTo(hrefOf('fotos'));
  };
  return (
    <Screen title="Foto">
      {isReplaced && <AfterReplacement photo={photo} onAnswer={() => setReplaced(false)} />}
      <PhotoEditor photo={photo}>
        <p>{pages.length > 0 ? `Ze staat op ${pages.join(', ')}.` : 'Ze staat nergens.'}</p>
        <div className="buttons">
          <FileButton
            kind="photo"
            label="Een andere foto in de plaats"
            onFiles={async ([file]) => {
              if (await replaceUpload(path, file)) setReplaced(true);
            }}
          />
          {pages.length === 0 && (
            <Button kind="remove" label="Naar de prullenbak" onPress={remove} />
          )}
        </div>
      </PhotoEditor>
    </Screen>
  );
}

/** The description and the focus are those of the photo that was replaced. */
function AfterReplacement(props: { photo: DeskPhoto; onAnswer: () => void }) {
  const { name, photo } = props.photo;
  const question = useId();
  const startAgain = () => {
    const entry = { focus: [50, 50], alt: placeholder('Wat staat erop?') };
    setValue(PHOTOS, [name], entry);
    props.onAnswer();
  };
  return (
    <section className="question" role="alert" aria-labelledby={question}>
      <h2 id={question}>Kloppen de beschrijving en het punt in beeld nog?</h2>
      <p>Ze horen bij de vorige foto: ‘{photo.alt}’</p>
      <div className="buttons">
        <Button kind="main" label="Ja, ze kloppen" onPress={props.onAnswer} />
        <Button label="Nee, begin opnieuw" onPress={startAgain} />
      </div>
    </section>
  );
}
