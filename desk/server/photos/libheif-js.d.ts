/** The package brings no types. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Calls `done` with null on failure. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (target: object | null) => void,
    ): void;
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
