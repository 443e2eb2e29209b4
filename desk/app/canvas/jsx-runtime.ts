import * as react from 'react/jsx-runtime';
import { editable } from './editable-jsx.tsx';

/** React's own, through which every element of the page passes (`editable-jsx.tsx`). */
export const Fragment = react.Fragment;

const through =
  (make: typeof react.jsx): typeof react.jsx =>
  (type, props, key) => {
    const next = editable(type, props as Record<string, unknown>, key);
    return make(next.type as React.ElementType, next.props, next.key);
  };

export const jsx = through(react.jsx);
export const jsxs = through(react.jsxs);

/** What Vite's development build calls. */
export const jsxDEV = (type: never, props: never, key: never, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key);
