import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './Button.tsx';
import { useModal } from './use-modal.ts';

/**
 * A panel over the right side of the page (the whole page on a phone). It is a native modal dialog:
 * the browser keeps the focus inside, asks to close it on Escape and on a click beside it, and makes the
 * rest inert. Mount it to open
 * it. When it closes, the focus returns to where it was.
 */
export function Drawer(props: {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** For little content. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}) {
  const modal = useModal(props.onClose);
  const titleId = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      closedby="any"
      className={`fixed top-0 right-0 left-auto m-0 h-dvh max-h-none w-full ${props.narrow ? 'max-w-96' : 'max-w-[720px]'} animate-slide-in border-l border-line bg-surface text-ink shadow-2xl backdrop:bg-black/35`}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-start gap-3 border-b border-line px-4 py-3">
          <h2 id={titleId} className="min-w-0 flex-1 text-base font-semibold break-words">
            {props.title}
          </h2>
          <IconButton label="Close" look="quiet" onClick={props.onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{props.children}</div>
      </div>
    </dialog>
  );
}
