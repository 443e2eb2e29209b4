import { useEffect, useState } from 'react';
import { fillIn } from '../../../enquiry/fill-in.ts';
import { useFormContent } from '../form-content.tsx';

/** From here on it is said how much room there is. */
const SAID_FROM = 600;
/** A screen reader hears it when the typing rests, not at every key. */
const REST_MS = 1_000;

/** Says how much longer a text may become, once its room is nearly used up, or by how much it is too long. */
export function CharactersLeft({ left }: { left: number }) {
  const { words, locale } = useFormContent();
  const { charactersLeft, charactersOver } = words.form;
  const say = (sentence: string) =>
    fillIn(sentence, { count: new Intl.NumberFormat(locale).format(Math.abs(left)) });
  const text = left > SAID_FROM ? '' : say(left < 0 ? charactersOver : charactersLeft);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}
