import * as react from 'react/jsx-runtime';
import { editableProps } from './editable-jsx.tsx';

/** React's own, through which every element of the page passes (`editable-jsx.tsx`). */
export const Fragment = react.Fragment;

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, editableProps(type, props as Record<string, unknown>), key);

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, editableProps(type, props as Record<string, unknown>), key);

/** What Vite's development build calls. */
export const jsxDEV = (type: never, props: never, key: never, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key);
