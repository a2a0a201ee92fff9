/** A wall of tables: a screen at no table, to which the lobby is sent. */
import { TableScreen } from "../table_screen.svelte.ts";
import type { Answer } from "../wire.ts";

export class WallScreen extends TableScreen<"display"> {
  constructor() {
    super("display");
  }

  override start(): () => void {
    this.connect(null);
    this.watchTables(1);
    return super.start();
  }

  protected noticeMs(): number {
    return 0;
  }

  protected problem(): void {
    // The line says by its state that it is lost or refused; a wall has nothing to ask.
  }

  ask(): Promise<Answer | null> {
    return Promise.resolve(null);
  }
}
