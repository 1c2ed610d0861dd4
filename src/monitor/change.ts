/** What a watch tells about one object. `replaced` is another object under the same name. */
export type Change<T> =
  | { readonly kind: 'added'; readonly next: T }
  | { readonly kind: 'modified'; readonly next: T; readonly previous: T }
  | { readonly kind: 'replaced'; readonly next: T; readonly previous: T }
  | { readonly kind: 'deleted'; readonly last: T; readonly finalStateKnown: boolean };

/** The change of what `to` makes of the objects. */
export function mapChange<A, B>(change: Change<A>, to: (object: A) => B): Change<B> {
  if (change.kind === 'added') return { kind: 'added', next: to(change.next) };
  if (change.kind === 'deleted') return { ...change, last: to(change.last) };
  return { kind: change.kind, next: to(change.next), previous: to(change.previous) };
}
