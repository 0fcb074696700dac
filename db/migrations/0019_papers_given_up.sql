ALTER TABLE "prepared_papers" ADD COLUMN "room" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "prepared_papers" ADD COLUMN "out_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "prepared_papers" ADD COLUMN "former_start" timestamp with time zone;