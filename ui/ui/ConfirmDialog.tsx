import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { useModal } from './use-modal.ts';

/**
 * Asks before something that cannot be undone. `action` says what will be done, in full; the focus
 * begins on the way out. Mount it to open it. When it closes, the focus returns to where it was.
 */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const modal = useModal(props.onClose);
  const titleId = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className="m-auto w-[calc(100%-1.5rem)] max-w-[440px] rounded-md border border-line bg-surface p-4 text-ink shadow-2xl backdrop:bg-black/35"
    >
      <h2 id={titleId} className="text-base font-semibold">
        {props.title}
      </h2>
      <div className="mt-2 text-mute">{props.children}</div>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={props.onClose}>Cancel</Button>
        <Button look="danger" onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </dialog>
  );
}
