import { expect, test } from 'vitest';
import { findPhotoFile } from './photo-file.ts';

test.each(['rozen.jpg', 'rozen.JPG', 'rozen.jfif', 'rozen.tiff'])(
  '%s is the photo rozen',
  (file) => {
    expect(findPhotoFile('rozen', ['boter.jpg', file])).toEqual({ kind: 'found', file });
  },
);

test('two files of one name are one too many', () => {
  expect(findPhotoFile('rozen', ['rozen.jpg', 'rozen.png'])).toMatchObject({
    found: 'meer dan één bestand met die naam: rozen.jpg en rozen.png',
  });
});

test.each(['rozen.gif', 'rozen.svg', 'rozen.bmp', 'rozen.CR3', 'rozen.psd'])(
  '%s lies there and has to be saved as JPG',
  (file) => {
    const { found, expected } = wrong('rozen', ['boter.jpg', file]);
    expect(found).toBe(`${file} is van een soort die we niet kunnen lezen`);
    expect(expected).toContain('bewaar het als JPG');
    expect(expected).not.toContain('iPhone');
  },
);

test('what an iPhone writes gets its own advice', () => {
  expect(wrong('rozen', ['rozen.HEIC']).expected).toContain('iPhone');
});

test('a photo with its ending twice is named', () => {
  expect(wrong('rozen', ['rozen.jpg.jpg'])).toMatchObject({
    found: 'de foto heet rozen.jpg.jpg',
    expected: 'dezelfde foto met de naam rozen.jpg',
  });
});

test('a photo that is not there is asked for, and the nearest name offered', () => {
  expect(wrong('rozen', ['Rozen.jpg']).found).toBe(
    'er is geen foto rozen.jpg in de map photos (wel Rozen.jpg)',
  );
});

function wrong(id: string, files: string[]) {
  const file = findPhotoFile(id, files);
  if (file.kind === 'found') throw new Error(`${file.file} was found`);
  return file;
}
