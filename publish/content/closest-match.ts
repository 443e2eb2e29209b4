/** The candidate most similar to the given word, if one is close enough. */
export function findClosest(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let limit = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const word of candidates) {
    const distance = countEdits(name.toLowerCase(), word.toLowerCase());
    if (distance < limit) {
      limit = distance;
      nearest = word;
    }
  }
  return nearest;
}

/** Levenshtein distance: insertions, deletions and substitutions. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
