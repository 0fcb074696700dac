DROP INDEX "prepared_devices_turn";--> statement-breakpoint
ALTER TABLE "prepared_devices" DROP CONSTRAINT "prepared_devices_sitting_id_device_id_pk";--> statement-breakpoint
ALTER TABLE "prepared_devices" ADD CONSTRAINT "prepared_devices_sitting_id_epoch_pk" PRIMARY KEY("sitting_id","epoch");--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "waited_seconds" integer DEFAULT 0 NOT NULL;