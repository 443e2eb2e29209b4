import { renderToString } from 'react-dom/server';
import { EXAMPLES, Example, type ExampleName } from './examples.tsx';

/** The HTML of every example, by name. */
export function prerenderExamples(): Record<string, string> {
  const names = Object.keys(EXAMPLES) as ExampleName[];
  return Object.fromEntries(
    names.map((name) => [name, renderToString(<Example name={name} providerUrl="" />)]),
  );
}
